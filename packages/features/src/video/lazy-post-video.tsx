import type { PostVideoView } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'

const load = rememberLoaded(() => import('./post-video.tsx'))

type LazyPostVideoProps = { video: PostVideoView; isDetail: boolean }

/** Loads the player of videos with the first one that is shown. Its place has the shape of the video before. */
export const LazyPostVideo = (props: LazyPostVideoProps) => (
  <LazyComponent
    load={load}
    props={props}
    fallback={<div style={{ aspectRatio: (props.video.width ?? 16) / (props.video.height ?? 9), maxHeight: '70vh' }} />}
    renderError={() => null}
  />
)
