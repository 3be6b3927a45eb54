import { useId } from 'react'
import styles from './marks.module.css'

/** Logo: sun over two hills. */
export function BrandMark({ size = 32 }: { size?: number }) {
  const clip = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <clipPath id={clip}>
        <rect width="64" height="64" rx="17" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="64" height="64" fill="oklch(0.5 0.115 152)" />
        <circle cx="43" cy="21" r="7.5" fill="oklch(0.91 0.13 95)" />
        <path d="M0 46c10-12 20-15 31-7 9 6 20 7 33-3v28H0z" fill="oklch(0.7 0.13 148)" />
        <path d="M0 53c12-8 22-8 34-2 10 5 19 5 30-1v14H0z" fill="oklch(0.93 0.06 140)" />
      </g>
    </svg>
  )
}

/** Logo with the product name. */
export function BrandLogo({ size = 32 }: { size?: number }) {
  return (
    <span className={styles['brand']}>
      <BrandMark size={size} />
      Meadow
    </span>
  )
}
