import { useMemo } from 'react'
import { drawLandscape } from './draw-landscape.ts'
import styles from './landscape.module.css'

/** Generated landscape that covers its box. Decorative without a `label`. */
export function Landscape({ seed, label = '' }: { seed: number; label?: string }) {
  const src = useMemo(() => `data:image/svg+xml,${encodeURIComponent(drawLandscape(seed))}`, [seed])
  return <img className={styles['landscape']} src={src} alt={label} />
}
