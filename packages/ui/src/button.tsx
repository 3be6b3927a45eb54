import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { joinClassNames } from './join-class-names.ts'
import { SpinnerRing } from './spinner.tsx'

export type ButtonStyleProps = {
  variant?: 'primary' | 'quiet' | 'soft' | 'line' | 'plain' | 'danger'
  size?: 's' | 'm' | 'l'
  wide?: boolean
}

/** Returns the classes of a button, for links that look like buttons. */
export function getButtonClassName({ variant = 'primary', size = 'm', wide = false }: ButtonStyleProps = {}): string {
  return joinClassNames(styles['button'], styles[variant], size !== 'm' && styles[size], wide && styles['wide'])
}

type ButtonProps = ComponentProps<'button'> & ButtonStyleProps & { busy?: boolean; busyLabel?: string }

/** Button. While busy it keeps its width and focus and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy = false, busyLabel, className, children, onClick, ...rest } = props
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={joinClassNames(getButtonClassName(look), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={handleClick}
    >
      {busyLabel ? (
        <BusyLabel busy={busy} busyLabel={busyLabel}>
          {children}
        </BusyLabel>
      ) : (
        <>
          {busy && (
            <span className={styles['over']}>
              <SpinnerRing />
            </span>
          )}
          <span className={joinClassNames(styles['label'], busy && styles['hidden'])}>
            <span>{children}</span>
          </span>
        </>
      )}
    </button>
  )
}

function BusyLabel({
  busy,
  busyLabel,
  children,
}: {
  busy: boolean
  busyLabel: string
  children: ButtonProps['children']
}) {
  const hiddenLabel = busy ? (typeof children === 'string' ? children : '') : busyLabel
  return (
    <span className={styles['label']} data-reserve={hiddenLabel}>
      <span>
        {busy && <SpinnerRing />}
        {busy ? busyLabel : children}
      </span>
    </span>
  )
}
