import { useOutbox } from '@meadow/web'
import { likeAction } from './like-action.ts'

/** Returns a function that likes (true) or unlikes (false) a post. It shows at once, and is sent by the outbox. */
export function useLikePost(id: string): (isLiked: boolean) => void {
  const outbox = useOutbox()
  return (isLiked) => void outbox.add(likeAction, { postId: id, isLiked })
}
