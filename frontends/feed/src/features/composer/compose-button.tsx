import { PenLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../texts.ts'
import styles from './compose-button.module.css'

/** Renders a prompt and, once that is out of sight above, a floating button that opens the composer. Phone and tablet only. */
export function ComposeButton({ onCompose, children }: { onCompose: () => void; children: ReactNode }) {
  const prompt = useRef<HTMLDivElement>(null)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!prompt.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsShown(!entry.isIntersecting && entry.boundingClientRect.top <= 0)
    })
    observer.observe(prompt.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={prompt}>{children}</div>
      {isShown && (
        <button type="button" className={styles['button']} aria-label={t('composer.write')} onClick={onCompose}>
          <PenLine aria-hidden="true" />
        </button>
      )}
    </>
  )
}
