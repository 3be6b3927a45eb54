import { Button } from '@meadow/ui'
import { ArrowDown } from 'lucide-react'
import styles from './left-off.module.css'
import { t } from './texts.ts'

/** Button at the top of the feed that goes to where the viewer left off. */
export const LeftOffButton = ({ onClick }: { onClick: () => void }) => (
  <Button className={styles['jump']} size="s" variant="soft" onClick={onClick}>
    <ArrowDown aria-hidden="true" />
    {t('leftOff.go')}
  </Button>
)

/** Line above the first post that the viewer had seen before this visit. */
export const LeftOffLine = () => (
  <p className={styles['line']}>
    <span>{t('leftOff.here')}</span>
  </p>
)
