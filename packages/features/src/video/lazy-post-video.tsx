import type { PostVideoView } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { toVideoBox } from './video-shape.ts'

const load = rememberLoaded(() => import('./post-video.tsx'))

type LazyPostVideoProps = { video: PostVideoView; isDetail: boolean }

/** Loads the player of videos with the first one that is shown. Its place has the shape of the video before. */
export const LazyPostVideo = (props: LazyPostVideoProps) => (
  <LazyComponent
    load={load}
    props={props}
    fallback={<div style={toVideoBox(props.video, props.isDetail)} />}
    renderError={() => null}
  />
)
