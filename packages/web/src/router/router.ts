/**
 * The only door to the router. A shared module is never tree-shaken, so this list of what is in use is what the page
 * downloads; a name that nobody uses is bytes for everybody.
 */
export {
  createBrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router'
