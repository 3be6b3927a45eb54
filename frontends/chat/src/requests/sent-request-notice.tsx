import { t } from '../texts.ts'
import styles from './requests.module.css'

/** Tells a sender that the other gets their messages as a request. `isFull`: they cannot write more before the other answers. */
export function SentRequestNotice({ name, isFull }: { name: string; isFull: boolean }) {
  return (
    <p className={`${styles['notice']} member-text`} role="status">
      {t(isFull ? 'request.full' : 'request.sent', { name })}
    </p>
  )
}
