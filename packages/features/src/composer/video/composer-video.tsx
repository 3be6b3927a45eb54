import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import { Button } from '@meadow/ui'
import { type SyntheticEvent, useRef, useState } from 'react'
import { usePreviewUrl } from '../../send-tray/use-preview-url.ts'
import { formatDuration } from '../../video/format-duration.ts'
import {
  type CaptionsFileProblem,
  findVideoProblem,
  type ReadVideo,
  readCaptionsFile,
  type VideoProblem,
} from './check-video.ts'
import styles from './composer-video.module.css'
import { t } from './texts.ts'
import type { DraftVideo } from './use-draft-video.ts'

export type ComposerVideoProps = {
  video: DraftVideo
  disabled: boolean
  onRead: (read: ReadVideo | null) => void
  onCaptions: (captions: string) => void
  onRemove: () => void
}

const MEGABYTE = 1024 * 1024
/** Recordings of browsers name no duration. A seek beyond the end finds it. */
const BEYOND_END_SECONDS = 1e9

/** The video of a draft: it plays, what prevents posting it is said, and its captions are picked. */
export function ComposerVideo({ video, disabled, onRead, onCaptions, onRemove }: ComposerVideoProps) {
  const { file, read, captions } = video
  const url = usePreviewUrl(file)
  const problem = findVideoProblem(file, read ?? undefined)
  const readMetadata = ({ type, currentTarget: player }: SyntheticEvent<HTMLVideoElement>) => {
    const { duration, currentTime, videoWidth: width, videoHeight: height } = player
    if (read !== undefined || Number.isNaN(duration)) return
    if (duration === Number.POSITIVE_INFINITY && type !== 'seeked') {
      if (type === 'loadedmetadata') player.currentTime = BEYOND_END_SECONDS
      return
    }
    if (currentTime > 0) player.currentTime = 0
    if (width === 0 || height === 0) return onRead(null) // its sound alone
    const seconds = duration === Number.POSITIVE_INFINITY ? currentTime : duration // the seek ended where it could
    onRead({ durationMs: Math.round(seconds * 1_000), width, height })
  }
  return (
    <div className={styles['video']}>
      {read !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the member's own video
        <video
          aria-label={t('video.preview')}
          src={url}
          controls
          playsInline
          preload="metadata"
          onLoadedMetadata={readMetadata}
          onDurationChange={readMetadata}
          onSeeked={readMetadata}
          onError={() => onRead(null)}
        />
      )}
      {problem ? <p role="alert">{describeProblem(problem)}</p> : <p role="status">{describeState(read)}</p>}
      <ComposerCaptions
        captions={captions}
        canPick={problem !== 'empty'}
        disabled={disabled}
        onCaptions={onCaptions}
        onRemove={onRemove}
      />
    </div>
  )
}

type ComposerCaptionsProps = Pick<ComposerVideoProps, 'disabled' | 'onCaptions' | 'onRemove'> & {
  captions: string
  canPick: boolean
}

/** The captions of a video, and the buttons below it. */
function ComposerCaptions({ captions, canPick, disabled, onCaptions, onRemove }: ComposerCaptionsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<CaptionsFileProblem>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const read = await readCaptionsFile(file)
    setProblem('problem' in read ? read.problem : undefined)
    if ('captions' in read) onCaptions(read.captions)
  }
  return (
    <>
      {canPick && <p>{t(captions ? 'video.hasCaptions' : 'video.captionsHint')}</p>}
      {problem && <p role="alert">{describeCaptionsProblem(problem)}</p>}
      <div className={styles['actions']}>
        {canPick && (
          <Button
            variant="line"
            size="s"
            disabled={disabled}
            onClick={() => (captions ? onCaptions('') : input.current?.click())}
          >
            {t(captions ? 'video.removeCaptions' : 'video.pickCaptions')}
          </Button>
        )}
        <Button variant="line" size="s" disabled={disabled} onClick={onRemove}>
          {t('video.remove')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".vtt,text/vtt"
        aria-label={t('video.pickCaptions')}
        hidden
        disabled={disabled}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = '' // allows the same file again
        }}
      />
    </>
  )
}

function describeProblem(problem: VideoProblem): string {
  if (problem === 'tooLarge') return t('video.tooLarge', { max: VIDEO_LIMITS.maxBytes / MEGABYTE })
  if (problem === 'tooLong') return t('video.tooLong', { count: VIDEO_LIMITS.maxSeconds / 60 })
  return t('video.empty')
}

function describeCaptionsProblem(problem: CaptionsFileProblem): string {
  if (problem.code === 'time') return t('video.badCaptionTime', { line: problem.line })
  if (problem.code === 'empty') return t('video.noCaptions')
  if (problem.code === 'tooMany') return t('video.tooManyCaptions')
  return t('video.badCaptions')
}

function describeState(read: DraftVideo['read']): string {
  if (read === undefined) return t('video.reading')
  return read === null ? t('video.noPreview') : t('video.duration', { duration: formatDuration(read.durationMs) })
}
