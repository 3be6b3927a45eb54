import type { PostView } from '@meadow/contracts/browser'
import { type MenuItem, useNow } from '@meadow/ui'
import { useOutbox, useQuery, useQueryClient, useSession, useToast } from '@meadow/web'
import { BellOff, BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isMuteRunning } from '../members/use-mute.tsx'
import { MuteDialog } from './mute-dialog.tsx'
import { listFeedsWith, mutedContentQuery } from './muted-content.ts'
import { mutePostAction, muteTagAction } from './muting-actions.ts'
import { t } from './texts.ts'

/** Fetches the posts and tags that the viewer mutes, without those whose mute has ended. */
export function useMutedContent() {
  const now = useNow()
  const { user } = useSession()
  const { data, error, refetch } = useQuery({ ...mutedContentQuery, enabled: user !== undefined })
  const isRunning = ({ mutedUntil }: { mutedUntil: string | null }) => isMuteRunning(mutedUntil, now)
  return {
    content: data && { posts: data.posts.filter(isRunning), tags: data.tags.filter(isRunning) },
    error,
    refetch,
  }
}

type ChangeMute = (isMuted: boolean, until: string | null) => void

/** Returns a function that shows a toast with Undo. */
function useUndoToast(): (title: string, undo: () => void) => void {
  const toast = useToast()
  return (title, undo) => toast({ tone: 'info', title, action: { label: t('muting.undo'), onSelect: undo } })
}

/** Returns a function that mutes or unmutes a post at once, with Undo. Without `post`, feeds show it again when they were fetched. */
export function useMutePost(postId: string, post?: PostView): ChangeMute {
  const outbox = useOutbox()
  const cache = useQueryClient()
  const showUndo = useUndoToast()
  return (isMuted, until) => {
    const shown = post && { post, feeds: listFeedsWith(cache, postId) }
    const set = (isToBeMuted: boolean) =>
      void outbox.add(mutePostAction, { postId, isMuted: isToBeMuted, until, shown })
    set(isMuted)
    showUndo(t(isMuted ? 'muting.threadMuted' : 'muting.threadUnmuted'), () => set(!isMuted))
  }
}

/** Returns a function that mutes or unmutes a tag at once, with Undo. */
export function useMuteTag(tag: string): ChangeMute {
  const outbox = useOutbox()
  const showUndo = useUndoToast()
  return (isMuted, until) => {
    const set = (isToBeMuted: boolean) => void outbox.add(muteTagAction, { tag, isMuted: isToBeMuted, until })
    set(isMuted)
    showUndo(t(isMuted ? 'muting.tagMuted' : 'muting.tagUnmuted', { tag }), () => set(!isMuted))
  }
}

/** Returns the menu item that mutes a post with its comments, or unmutes it, and the dialog that asks for how long, to be rendered beside the menu. */
export function useMutePostMenuItem(post: PostView): { item: MenuItem; dialog: ReactNode } {
  const { content } = useMutedContent()
  const { user } = useSession()
  const change = useMutePost(post._id, post)
  const [isChoosing, setIsChoosing] = useState(false)
  const current = content?.posts.find(({ _id }) => _id === post._id)
  return {
    item: current
      ? {
          label: t('muting.unmuteThread'),
          icon: <BellRing aria-hidden="true" />,
          onSelect: () => change(false, current.mutedUntil),
        }
      : { label: t('muting.thread'), icon: <BellOff aria-hidden="true" />, onSelect: () => setIsChoosing(true) },
    dialog: (
      <MuteDialog
        isOpen={isChoosing}
        title={t('muting.threadTitle')}
        text={t(post.user._id === user?._id ? 'muting.ownThreadText' : 'muting.threadText')}
        onClose={() => setIsChoosing(false)}
        onChoose={(until) => change(true, until)}
      />
    ),
  }
}
