import type { PostVideoView } from '@meadow/contracts/browser'
import { Button, joinClassNames } from '@meadow/ui'
import { Play } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { formatDuration } from './format-duration.ts'
import styles from './post-video.module.css'
import { t } from './post-video-texts.ts'
import { startVideo, watchVideo } from './video-autoplay.ts'

/** The shape of most videos, for one whose size nobody knows; taller ones are shown with bars beside them. */
const UNKNOWN_RATIO = 16 / 9
const MIN_RATIO = { feed: 1, detail: 9 / 16 }
const MAX_RATIO = 3

type PostVideoProps = { video: PostVideoView; isDetail: boolean }

/** The video of a post, with the controls of the browser. It plays muted while it is seen. */
export default function PostVideo({ video, isDetail }: PostVideoProps) {
  const { width, height } = video
  const ratio = width && height ? width / height : UNKNOWN_RATIO
  const shape = Math.min(MAX_RATIO, Math.max(MIN_RATIO[isDetail ? 'detail' : 'feed'], ratio))
  return (
    <div
      className={joinClassNames(styles['video'], isDetail && styles['detail'])}
      style={{ '--ratio': shape } as CSSProperties}
      data-video={video.status}
    >
      {video.status === 'ready' && video.url ? (
        <Player key={video.url} video={video} url={video.url} />
      ) : (
        <p role="status">{t(video.status === 'failed' ? 'video.unplayable' : 'video.processing')}</p>
      )}
    </div>
  )
}

function Player({ video: { durationMs, poster, captions }, url }: { video: PostVideoView; url: string }) {
  const player = useRef<HTMLVideoElement>(null)
  const [isStarted, setIsStarted] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const duration = formatDuration(durationMs)
  useEffect(() => (player.current && !hasFailed ? watchVideo(player.current) : undefined), [hasFailed])
  if (hasFailed)
    return (
      <div role="alert">
        <p>{t('video.failed')}</p>
        <Button variant="soft" size="s" onClick={() => setHasFailed(false)}>
          {t('video.tryAgain')}
        </Button>
      </div>
    )
  return (
    <>
      <video
        ref={player}
        aria-label={t('video.player', { duration })}
        src={url}
        controls
        muted
        playsInline
        preload={poster ? 'none' : 'metadata'}
        {...(poster && { poster: poster.url })}
        onPlay={(event) => {
          setIsStarted(true)
          startVideo(event.currentTarget)
        }}
        onError={() => setHasFailed(true)}
      >
        <track kind="captions" label={t('video.captions')} {...(captions ? { src: captions, default: true } : {})} />
      </video>
      {!isStarted && (
        <span className={styles['badge']} aria-hidden="true">
          <Play />
          {duration}
        </span>
      )}
    </>
  )
}
