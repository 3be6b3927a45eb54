import { formatDuration } from '@meadow/features'
import { Button } from '@meadow/ui'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ShownMessage, ShownVideo } from '../data/messages/shown-message.ts'
import { useRefreshPicture } from '../data/messages/use-refresh-picture.ts'
import { t } from '../texts.ts'
import styles from './video.module.css'
import { getVideoBox } from './video-box.ts'
import { startVideo } from './video-playback.ts'

/** Plays the video of a message with the controls of the browser. Nothing of it is loaded before. */
export default function VideoPlayer({ message, video }: { message: ShownMessage; video: ShownVideo }) {
  const refresh = useRefreshPicture()
  const refreshedUrl = useRef<string>(undefined)
  const [failedUrl, setFailedUrl] = useState<string>()
  const [isStarted, setIsStarted] = useState(false)
  const { status, url, durationMs, poster } = video
  const { width, ratio } = getVideoBox(video)
  const box = { width, aspectRatio: ratio }
  const duration = formatDuration(durationMs)

  async function handleError() {
    if (!url) return
    if (message.localState || refreshedUrl.current === url) return setFailedUrl(url)
    refreshedUrl.current = url // a URL is valid for a day
    await refresh(message).catch(() => setFailedUrl(url))
  }

  if (status !== 'ready' || !url)
    return (
      <div className={styles['video']} style={box} role="status">
        <span>{t(status === 'failed' ? 'video.unplayable' : 'video.processing')}</span>
        {status !== 'failed' && durationMs > 0 && <span className={styles['duration']}>{duration}</span>}
      </div>
    )
  if (failedUrl === url)
    return (
      <div className={styles['video']} style={box} role="alert">
        <span>{t('video.failed')}</span>
        <Button
          variant="soft"
          size="s"
          onClick={() => {
            refreshedUrl.current = undefined
            setFailedUrl(undefined)
          }}
        >
          {t('tryAgain')}
        </Button>
      </div>
    )
  return (
    <div className={styles['video']} style={box}>
      <video
        className={styles['player']}
        aria-label={t('video.player', { duration })}
        src={url}
        controls
        playsInline
        preload={poster ? 'none' : 'metadata'}
        {...(poster && { poster: poster.url })}
        onPlay={(event) => {
          setIsStarted(true)
          startVideo(event.currentTarget)
        }}
        onError={() => void handleError()}
      />
      {!isStarted && (
        <span className={styles['badge']} aria-hidden="true">
          <Play />
          {durationMs > 0 && duration}
        </span>
      )}
    </div>
  )
}
