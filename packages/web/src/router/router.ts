/**
 * The only door to the router. A shared module is never tree-shaken, so this list of what is in use is what the page
 * downloads: a name that nobody uses is bytes for everybody, and the data routers cost more than all of these.
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
export { ScrollRestoration } from './scroll-restoration.ts'
