import type { PostVideoView } from '@meadow/contracts/browser'
import { Button } from '@meadow/ui'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDuration } from './format-duration.ts'
import styles from './post-video.module.css'
import { t } from './post-video-texts.ts'
import { isStartedByItself, startVideo, watchVideo } from './video-autoplay.ts'
import { toVideoBox } from './video-shape.ts'

type PostVideoProps = { video: PostVideoView; isDetail: boolean }

/** The video of a post, with the controls of the browser. It plays muted while it is seen. */
export default function PostVideo({ video, isDetail }: PostVideoProps) {
  return (
    <div className={styles['video']} style={toVideoBox(video, isDetail)} data-video={video.status}>
      {video.status === 'ready' && video.url ? (
        <Player key={video.url} video={video} url={video.url} />
      ) : (
        <p role="status">{t(video.status === 'failed' ? 'video.unplayable' : 'video.processing')}</p>
      )}
    </div>
  )
}

/** Plays a video. A failure is an alert only if the member asked it to play; otherwise its poster stays, with a button. */
function Player({ video: { durationMs, poster, captions }, url }: { video: PostVideoView; url: string }) {
  const player = useRef<HTMLVideoElement>(null)
  const isAsked = useRef(false)
  const [isStarted, setIsStarted] = useState(false)
  const [failure, setFailure] = useState<'shown' | 'quiet'>()
  const duration = formatDuration(durationMs)
  const hasFailed = failure !== undefined
  useEffect(() => (player.current && !hasFailed ? watchVideo(player.current) : undefined), [hasFailed])
  const playAgain = () => {
    isAsked.current = true
    flushSync(() => setFailure(undefined))
    player.current?.focus() // the pressed button is gone
    player.current?.play().catch(() => undefined) // its error event tells
  }
  if (failure === 'quiet')
    return (
      <>
        {poster && <img src={poster.url} alt="" />}
        <Button variant="soft" size="s" onClick={playAgain}>
          {t('video.play', { duration })}
        </Button>
      </>
    )
  if (failure === 'shown')
    return (
      <div role="alert">
        <p>{t('video.failed')}</p>
        <Button variant="soft" size="s" onClick={playAgain}>
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
        onPlay={({ currentTarget }) => {
          setIsStarted(true)
          isAsked.current ||= !isStartedByItself(currentTarget)
          startVideo(currentTarget)
        }}
        onError={() => setFailure(isAsked.current ? 'shown' : 'quiet')}
      >
        {captions && <track kind="captions" label={t('video.captions')} src={captions} default />}
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
