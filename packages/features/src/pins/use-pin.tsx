import type { PostView } from '@meadow/contracts/browser'
import type { MenuItem } from '@meadow/ui'
import { useOutbox, useQuery, useQueryClient, useToast } from '@meadow/web'
import { Pin, PinOff } from 'lucide-react'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { pinPostAction } from './pin-post-action.ts'
import { t } from './pin-texts.ts'
import { createPinnedIdQuery, getPinnedPost } from './pinned-posts.ts'

/** Returns the menu item that pins a post of the viewer to their profile, or unpins it. */
export function usePinMenuItem(post: PostView, isOwn: boolean): MenuItem {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const toast = useToast()
  const { username } = post.user
  const { data: pinnedId } = useQuery({ ...createPinnedIdQuery(username, cache), enabled: isOwn })
  const isPinned = pinnedId === post._id
  const set = async (isToBePinned: boolean) => {
    const replaced = getPinnedPost(cache.getQueryData<PostListData>(queryKeys.memberPosts(username)))
    const { type } = await outbox.add(pinPostAction, { post, isPinned: isToBePinned, replaced }).outcome
    if (type === 'sent') toast({ tone: 'success', title: t(isToBePinned ? 'pin.added' : 'pin.removed') })
    if (type === 'waiting') toast({ tone: 'info', title: t(isToBePinned ? 'pin.addedLater' : 'pin.removedLater') })
  }
  return isPinned
    ? { label: t('pin.remove'), icon: <PinOff />, onSelect: () => void set(false) }
    : { label: t('pin.add'), icon: <Pin />, onSelect: () => void set(true) }
}
