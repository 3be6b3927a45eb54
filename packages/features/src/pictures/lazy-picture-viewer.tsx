import type { PictureViewerProps } from '@meadow/ui/picture-viewer'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'

/** Loads the code of the picture viewer, for example as soon as a picture is pressed. */
export const loadPictureViewer = async () => ({ default: (await import('@meadow/ui/picture-viewer')).PictureViewer })

/** Picture viewer whose code is loaded when it is first opened. */
export const LazyPictureViewer = (props: PictureViewerProps) => (
  <LazyDialog isOpen={props.open} onClose={props.onClose} load={loadPictureViewer} props={props} />
)
