import { LazyComponent, rememberLoaded } from '@meadow/web'
import type { ShownMessage, ShownVideo } from '../data/messages/shown-message.ts'
import { t } from '../texts.ts'
import styles from './video.module.css'
import { getVideoBox } from './video-box.ts'

const load = rememberLoaded(() => import('./video-player.tsx'))

/** Loads the player of videos with the first one that is shown. Its place has the size of the video. */
export function LazyVideoPlayer({ message, video }: { message: ShownMessage; video: ShownVideo }) {
  const { width, ratio } = getVideoBox(video)
  const box = { width, aspectRatio: ratio }
  return (
    <LazyComponent
      load={load}
      props={{ message, video }}
      fallback={
        <div className={styles['video']} style={box} role="status">
          <span className="visually-hidden">{t('voice.loadingPlayer')}</span>
        </div>
      }
      renderError={(retry) => (
        <div className={styles['video']} style={box} role="alert">
          <button type="button" className={styles['retry']} onClick={retry}>
            {t('video.failed')}
          </button>
        </div>
      )}
    />
  )
}
