export { createTexts } from '@meadow/contracts/create-texts'
export {
  describeOutboxRefusal,
  findOutboxKind,
  type OutboxEntry,
  type OutboxFormField,
  type OutboxKind,
  type OutboxOutcome,
  type OutboxReference,
  type OutboxRefusal,
  type OutboxRequest,
  type OutboxValue,
  registerOutboxKind,
  type ShownOutboxEntry,
} from '@meadow/outbox'
export { api } from './api/api.ts'
export { ApiError, createOfflineError } from './api/api-error.ts'
export type { ApiResponse, CallKey } from './api/call-types.ts'
export { createUuid } from './api/create-uuid.ts'
export { trackPendingCall } from './api/send-request.ts'
export { getServerClockOffset, getServerTime, subscribeToServerClock } from './api/server-clock.ts'
export { useClientKey } from './api/use-client-key.ts'
export type { ConnectivityStatus } from './connectivity/connectivity.ts'
export { pageConnectivity } from './connectivity/page-connectivity.ts'
export { useConnectivity } from './connectivity/use-connectivity.ts'
export { PageAside, PageAsideProvider } from './frame/page-aside.tsx'
export { hasPageNoticeSlot, PageNotice, PageNoticeSlot } from './frame/page-notice.tsx'
export { useHideBarsOnScroll } from './frame/use-hide-bars-on-scroll.ts'
export type { GuestAction } from './outbox/outbox-handle.ts'
export { OutboxStarter } from './outbox/outbox-starter.tsx'
export {
  type Outbox,
  type OutboxStatus,
  useLoadedOutbox,
  useOutbox,
  useOutboxEntries,
  useOutboxStatus,
} from './outbox/use-outbox.ts'
export { browserStorage, tabStorage } from './page/browser-storage.ts'
export { draftFiles } from './page/draft-files.ts'
export { ErrorBoundary } from './page/error-boundary.tsx'
export { IdleComponent } from './page/idle-component.tsx'
export { LazyComponent } from './page/lazy-component.tsx'
export { memberStorage } from './page/member-storage.ts'
export { preventFileDrops } from './page/prevent-file-drops.ts'
export { rememberLoaded } from './page/remember-loaded.ts'
export { takeSharedContent } from './page/shared-content.ts'
export { hasUnsavedWork, useUnsavedWork } from './page/unsaved-work.ts'
export { useDocumentTitle, useDocumentTitleCount } from './page/use-document-title.ts'
export { useInfiniteScroll } from './page/use-infinite-scroll.ts'
export { useIsPainted } from './page/use-is-painted.ts'
export { usePreloadWhenIdle, useWhenIdle } from './page/use-when-idle.ts'
export { waitForPageIdle } from './page/wait-for-page-idle.ts'
export * from './query/query-client.ts'
export { readRestoredForMs } from './query/restored-data.ts'
export { startOfflineReading } from './query/start-offline-reading.ts'
export { useShownDataTime } from './query/use-shown-data-time.ts'
export type { PreloadContext, PreloadPage } from './router/preload-page.ts'
export * from './router/router.ts'
export { type Session, useSession } from './session/session-context.ts'
export { SessionProvider } from './session/session-provider.tsx'
export { isSessionPageOnly, readStoredSession } from './session/stored-session.ts'
export { withTabLock } from './session/tab-lock.ts'
export { useLastKnown } from './session/use-last-known.ts'
export type { Shortcut } from './shortcuts/shortcut.ts'
export { areShortcutsEnabled, setShortcutsEnabled } from './shortcuts/shortcut-preference.ts'
export { useShortcutList, useShortcuts } from './shortcuts/use-shortcuts.ts'
export { pageSocket, type SocketConnection } from './socket/page-socket.ts'
export {
  useSendTyping,
  useSocketEvent,
  useSocketResync,
  useStalePosts,
  useWatchPost,
} from './socket/socket-channel.ts'
export { SocketProvider } from './socket/socket-provider.tsx'
export { useIsLive } from './socket/use-is-live.ts'
export type { ThemeChoice } from './theme/theme-store.ts'
export { useTheme } from './theme/use-theme.ts'
export { ToastProvider, useToast } from './toasts/toasts.tsx'
