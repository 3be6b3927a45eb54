/**
 * Exports the parts of React Router that front ends use. A shared module is not tree-shaken, so every name here is downloaded by every visitor.
 * Its own `BrowserRouter`, `Link` and `useSearchParams` share a module with forms, data routers and prefetching, and cost 4 KiB
 * more than ours: with them the first load would exceed its 150 KiB (docs/benchmarks.md, page-load).
 */
export { matchPath, Navigate, Outlet, Route, Routes, useLocation, useNavigate, useParams } from 'react-router'
export { BrowserRouter } from './browser-router.tsx'
export { Link } from './link.tsx'
export { PageAnnouncer } from './page-announcer.tsx'
export { ScrollRestoration } from './scroll-restoration.ts'
export { useFocusHeading } from './use-focus-heading.ts'
export { useLinkIntent } from './use-link-intent.ts'
export { useSearchParams } from './use-search-params.ts'
export { useShownLocation } from './use-shown-location.ts'
