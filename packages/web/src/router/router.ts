/**
 * The names of React Router that front ends use. A shared module is not tree-shaken, so every name here is downloaded by
 * every visitor, and the data routers would cost more than all of these.
 */
export {
  BrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router'
export { PageAnnouncer } from './page-announcer.tsx'
export { ScrollRestoration } from './scroll-restoration.ts'
export { useFocusHeading } from './use-focus-heading.ts'
export { useLinkIntent } from './use-link-intent.ts'
export { useShownLocation } from './use-shown-location.ts'
