import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts.ts'
import styles from './compose-button.module.css'

/** Floating button that opens the composer, once the composer prompt above it is out of sight. Phone and tablet only. */
export function ComposeButton({ onCompose }: { onCompose: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsShown(!entry.isIntersecting && entry.boundingClientRect.top <= 0)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={end} className={styles['end']} />
      {isShown && (
        <button type="button" className={styles['button']} aria-label={t('composer.write')} onClick={onCompose}>
          <PenLine aria-hidden="true" />
        </button>
      )}
    </>
  )
}
