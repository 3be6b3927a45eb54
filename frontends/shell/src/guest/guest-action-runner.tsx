import { findOutboxKind, useNavigate, useOutbox, useSession, useToast } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { loadRemote } from '../features/remotes/remotes.ts'
import { takeStoredAction } from './stored-action.ts'
import { t } from './texts.ts'

/**
 * Performs what the member wanted as a guest before they signed in, once, and says so. A refusal is reported as that of any other
 * action. Renders nothing.
 */
export function GuestActionRunner(): null {
  const { user } = useSession()
  const outbox = useOutbox()
  const toast = useToast()
  const navigate = useNavigate()
  const perform = useEffectEvent(async () => {
    const action = user && takeStoredAction(user._id)
    if (!action) return
    const data = (action.data ?? {}) as { memberId?: unknown; username?: unknown }
    if (data.memberId === user._id) return // they wanted to follow themselves
    if (!findOutboxKind(action.kind)) await loadRemote('feed', 0) // it has the kinds of actions on posts and members
    const kind = findOutboxKind(action.kind)
    if (!kind) return
    const { type } = await outbox.add(kind, action.data).outcome
    if (type !== 'sent') return
    toast({
      tone: 'success',
      title: toDoneText(action.kind, String(data.username ?? '')),
      text: t('done.as', { name: user.fullName }),
      action: { label: t('done.show'), onSelect: () => void navigate(action.path) },
    })
  })
  useEffect(() => void perform().catch(() => undefined), [])
  return null
}

function toDoneText(kind: string, username: string): string {
  if (kind === 'like') return t('done.like')
  if (kind === 'follow') return t('done.follow', { username })
  return t(kind === 'comment' ? 'done.comment' : 'done.other')
}
