import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { loadWaitingPost } from '../posts/waiting-posts.tsx'
import type { ComposerProps } from './composer.tsx'

/** Loads the composer, and the code of a post that waits: it is shown without a network too. */
export const loadComposer = async () => {
  const [{ Composer }] = await Promise.all([import('./composer.tsx'), loadWaitingPost()])
  return { default: Composer }
}

/** Composer whose code is loaded when it is first opened. It stays mounted afterwards, with its draft. */
export const LazyComposer = (props: ComposerProps) => (
  <LazyDialog isOpen={props.request !== undefined} onClose={props.onClose} load={loadComposer} props={props} />
)
