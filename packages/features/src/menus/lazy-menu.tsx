import { Button, IconButton, readKey } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '../texts.ts'

type LazyMenuProps<Props extends object> = {
  label: string
  icon: ReactNode
  /** Loads a component that renders an open menu with the same button. */
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
}

/** Menu button. The code of the menu is loaded when the button is first pressed. */
export function LazyMenu<Props extends object>({ label, icon, load, props }: LazyMenuProps<Props>) {
  const [wasOpened, setWasOpened] = useState(false)
  const button = (
    <IconButton
      label={label}
      icon={icon}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerDown={() => void load().catch(() => undefined)}
      onClick={() => setWasOpened(true)}
      onKeyDown={(event) => {
        if (readKey(event) !== 'ArrowDown') return
        event.preventDefault()
        setWasOpened(true)
      }}
    />
  )
  if (!wasOpened) return button
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={button}
      renderError={(retry) => (
        <Button variant="soft" size="s" onClick={retry}>
          {t('tryAgain')}
        </Button>
      )}
    />
  )
}
