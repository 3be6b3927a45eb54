import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import type { PostMembersDialogProps } from './post-members-dialog.tsx'

const loadPostMembersDialog = async () => ({ default: (await import('../posts/post-dialogs.ts')).PostMembersDialog })

/** Dialog with the members who did something with a post, whose code is loaded when it is first opened. */
export const LazyPostMembersDialog = (props: PostMembersDialogProps) => (
  <LazyDialog isOpen={props.isOpen} onClose={props.onClose} load={loadPostMembersDialog} props={props} />
)
