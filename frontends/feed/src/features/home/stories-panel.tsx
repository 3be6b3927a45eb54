import { Card } from '@meadow/ui'
import { BookOpen } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './home.module.css'

export function StoriesPanel() {
  return (
    <Card as="div" className={styles['stories']}>
      <span className={styles['icon']}>
        <BookOpen aria-hidden="true" />
      </span>
      {t('home.noStories')}
    </Card>
  )
}
