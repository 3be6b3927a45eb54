import {
  BrowserRouter,
  createQueryClient,
  ErrorBoundary,
  QueryClientProvider,
  SessionProvider,
  SocketProvider,
  ToastProvider,
} from '@meadow/web'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRoutes } from './app-routes.tsx'
import { CrashPage } from './crash-page.tsx'

const cache = createQueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary fallback={() => <CrashPage />}>
      <QueryClientProvider client={cache}>
        <SessionProvider>
          <ToastProvider>
            <SocketProvider>
              <BrowserRouter>
                <AppRoutes />
              </BrowserRouter>
            </SocketProvider>
          </ToastProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
