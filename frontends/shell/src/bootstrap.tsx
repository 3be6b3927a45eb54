import {
  BrowserRouter,
  createQueryClient,
  FaultBoundary,
  LiveProvider,
  QueryClientProvider,
  SessionProvider,
  ToastProvider,
} from '@meadow/web'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashPage } from './crash-page.tsx'
import { Pages } from './pages.tsx'

const cache = createQueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <FaultBoundary fallback={() => <CrashPage />}>
      <QueryClientProvider client={cache}>
        <SessionProvider>
          <ToastProvider>
            <LiveProvider>
              <BrowserRouter>
                <Pages />
              </BrowserRouter>
            </LiveProvider>
          </ToastProvider>
        </SessionProvider>
      </QueryClientProvider>
    </FaultBoundary>
  </StrictMode>,
)
