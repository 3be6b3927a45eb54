import { startHistoryLayers } from '@meadow/ui'
import {
  BrowserRouter,
  createQueryClient,
  ErrorBoundary,
  preventFileDrops,
  QueryClientProvider,
  SessionProvider,
  SocketProvider,
  startOfflineReading,
  ToastProvider,
} from '@meadow/web'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRoutes } from './app-routes.tsx'
import { CrashPage } from './crash-page.tsx'
import { captureInstallPrompt } from './features/install/install-prompt.ts'

const loadLiveCacheUpdates = async () => ({ default: (await import('./live-cache-updates.tsx')).LiveCacheUpdates })

const cache = createQueryClient()
startOfflineReading(cache)
preventFileDrops()
captureInstallPrompt()

startHistoryLayers() // before the router

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary fallback={() => <CrashPage />}>
      <QueryClientProvider client={cache}>
        <SessionProvider>
          <ToastProvider>
            <SocketProvider loadListener={loadLiveCacheUpdates}>
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
