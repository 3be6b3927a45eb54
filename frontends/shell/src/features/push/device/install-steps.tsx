import { t } from '../texts.ts'
import styles from './install-steps.module.css'

const STEPS = [t('push.installShare'), t('push.installAdd'), t('push.installOpen')]

/** The three steps that install the app on iPhone and iPad, where only an installed app has push. */
export const InstallSteps = () => (
  <ol className={styles['steps']}>
    {STEPS.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)
