import { useLastKnown } from '@meadow/web'
import { useState } from 'react'
import { ActivityPanel } from './activity-panel.tsx'
import { InsightsPanel } from './insights-panel.tsx'
import { LivePanel } from './live-panel.tsx'
import { Panel } from './panel.tsx'
import styles from './panels.module.css'
import { t } from './texts.ts'

const PANELS = [
  { id: 'live', title: t('panels.live'), Content: LivePanel },
  { id: 'insights', title: t('panels.insights'), Content: InsightsPanel },
  { id: 'activity', title: t('panels.activity'), Content: ActivityPanel },
  {
    id: 'stories',
    title: t('panels.stories'),
    Content: () => <p className={styles['note']}>{t('panels.storiesEmpty')}</p>,
  },
] as const

const MAX_OPEN = 2
/** Heights of the window (CSS pixels) from which one panel and two panels fit below the members to follow. */
const HEIGHTS_WITH_ROOM = [820, 1_040]

const listOpenByRoom = (): string[] =>
  PANELS.slice(0, HEIGHTS_WITH_ROOM.filter((height) => window.innerHeight >= height).length).map(({ id }) => id)

/** Panels beside a page. At most two are open: as many as have room, until the member chooses. Closed ones load nothing. */
export function SidePanels() {
  const [chosen, setChosen] = useState<string[]>()
  const open = useLastKnown('open-panels', chosen) ?? listOpenByRoom()
  const toggle = (id: string, isOpen: boolean) => {
    if (isOpen === open.includes(id)) return
    setChosen(isOpen ? [...open, id].slice(-MAX_OPEN) : open.filter((other) => other !== id))
  }
  return PANELS.map(({ id, title, Content }) => (
    <Panel key={id} title={title} isOpen={open.includes(id)} onToggle={(isOpen) => toggle(id, isOpen)}>
      <Content />
    </Panel>
  ))
}
