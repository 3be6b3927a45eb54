import { useSession } from '@meadow/web'
import { ModerationPage } from './features/moderation/moderation-page.tsx'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'

/** Page of moderators and admins. Nobody else finds it. */
export function ModerationOrNotFound() {
  const role = useSession().user?.role
  return role === 'moderator' || role === 'admin' ? <ModerationPage isAdmin={role === 'admin'} /> : <NotFoundPage />
}
