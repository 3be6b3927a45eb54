import { useMemo } from 'react'
import styles from './landscape.module.css'
import { drawLandscape } from './landscape.ts'

/** A drawn landscape that covers its box; decoration unless `label` says what it is. */
export function Landscape({ seed, label = '' }: { seed: number; label?: string }) {
  const src = useMemo(() => `data:image/svg+xml,${encodeURIComponent(drawLandscape(seed))}`, [seed])
  return <img className={styles['landscape']} src={src} alt={label} />
}
