import { LazyComponent, rememberLoaded } from '@meadow/web'

const loadEditedMark = rememberLoaded(async () => ({
  default: (await import('./edited-mark.tsx')).EditedMark,
}))

/** The word 'edited', whose code is loaded with the first edited post. */
export const LazyEditedMark = (props: { postId: string }) => (
  <LazyComponent load={loadEditedMark} props={props} fallback={null} renderError={() => null} />
)
