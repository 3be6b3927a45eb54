import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import { formatDuration } from '@meadow/features'
import type { UnsentVideo } from '@meadow/features/outbox-plans'
import { Button, Dialog } from '@meadow/ui'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { t } from '../texts.ts'
import { findVideoProblem, type ReadVideo, type VideoProblem } from './check-video.ts'
import styles from './video.module.css'
import { startVideo } from './video-playback.ts'

export type VideoPreviewProps = { file: File; onCancel: () => void; onSend: (video: UnsentVideo) => void }

const MEGABYTE = 1024 * 1024
/** Recordings of browsers name no duration. A seek beyond the end finds it. */
const BEYOND_END_SECONDS = 1e9

/** Shows a video before it is sent: it plays, and what prevents sending it is said. */
export default function VideoPreview({ file, onCancel, onSend }: VideoPreviewProps) {
  const [url, setUrl] = useState<string>()
  const [read, setRead] = useState<ReadVideo | 'unplayable'>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  const video = read === 'unplayable' ? undefined : read
  const problem = findVideoProblem(file, video)
  const readMetadata = ({ type, currentTarget: player }: SyntheticEvent<HTMLVideoElement>) => {
    const { duration, currentTime, videoWidth: width, videoHeight: height } = player
    if (read !== undefined || Number.isNaN(duration)) return
    if (duration === Number.POSITIVE_INFINITY && type !== 'seeked') {
      if (type === 'loadedmetadata') player.currentTime = BEYOND_END_SECONDS
      return
    }
    if (currentTime > 0) player.currentTime = 0
    if (width === 0 || height === 0) return setRead('unplayable') // its sound alone
    const seconds = duration === Number.POSITIVE_INFINITY ? currentTime : duration // the seek ended where it could
    setRead({ durationMs: Math.round(seconds * 1_000), width, height })
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('video.title')}
      footer={
        <>
          <Button variant="plain" onClick={onCancel}>
            {t('video.cancel')}
          </Button>
          <Button
            disabled={problem !== undefined || read === undefined}
            onClick={() =>
              onSend({ file, durationMs: video?.durationMs ?? 0, width: video?.width, height: video?.height })
            }
          >
            {t('video.send')}
          </Button>
        </>
      }
    >
      {url && read !== 'unplayable' && (
        // biome-ignore lint/a11y/useMediaCaption: the member's own video
        <video
          className={styles['preview']}
          aria-label={t('video.preview')}
          src={url}
          controls
          playsInline
          preload="metadata"
          onLoadedMetadata={readMetadata}
          onDurationChange={readMetadata}
          onSeeked={readMetadata}
          onPlay={(event) => startVideo(event.currentTarget)}
          onError={() => setRead('unplayable')}
        />
      )}
      {video && <p>{t('video.duration', { duration: formatDuration(video.durationMs) })}</p>}
      {read === undefined && !problem && <p role="status">{t('video.reading')}</p>}
      {problem ? (
        <p className={styles['problem']} role="alert">
          {describeProblem(problem)}
        </p>
      ) : (
        read === 'unplayable' && <p role="status">{t('video.noPreview')}</p>
      )}
    </Dialog>
  )
}

function describeProblem(problem: VideoProblem): string {
  if (problem === 'tooLarge') return t('video.tooLarge', { max: VIDEO_LIMITS.maxBytes / MEGABYTE })
  if (problem === 'tooLong') return t('video.tooLong', { count: VIDEO_LIMITS.maxSeconds / 60 })
  return t('video.empty')
}
