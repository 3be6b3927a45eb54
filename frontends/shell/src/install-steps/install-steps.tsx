import styles from './install-steps.module.css'
import { t } from './texts.ts'

const STEPS = [t('installSteps.share'), t('installSteps.addToHomeScreen'), t('installSteps.add')]

/** The three steps by which the app is installed on iPhones and iPads, and what comes after them. */
export const InstallSteps = ({ nextStep }: { nextStep?: string }) => (
  <ol className={styles['steps']}>
    {(nextStep ? [...STEPS, nextStep] : STEPS).map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)
