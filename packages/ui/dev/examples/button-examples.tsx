import { Button, getButtonClassName, IconButton } from '@meadow/ui'
import { Bell, Heart } from 'lucide-react'
import { Example } from '../example.tsx'

const VARIANTS = ['primary', 'quiet', 'soft', 'line', 'danger'] as const

export function ButtonExamples() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Example key={variant} name={`Button, ${variant}`}>
          <Button variant={variant}>Follow</Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy>
            Follow
          </Button>
        </Example>
      ))}
      <Example name="Button with an icon, and a link that looks like one">
        <Button variant="soft">
          <Bell size={18} aria-hidden="true" />
          Ring
        </Button>
        <a href="#top" className={getButtonClassName({ variant: 'line' })}>
          To the top
        </a>
      </Example>
      <Example name="Sizes s, m, l">
        <Button size="s">Small</Button>
        <Button>Medium</Button>
        <Button size="l">Large</Button>
      </Example>
      <Example name="Wide, and busy with words">
        <Button wide>Sign in</Button>
        <Button wide busy busyLabel="Signing in...">
          Sign in
        </Button>
      </Example>
      <Example name="IconButton: s, m, active, disabled">
        <IconButton size="s" label="Small" icon={<Bell aria-hidden="true" />} />
        <IconButton label="Medium" icon={<Bell aria-hidden="true" />} />
        <IconButton active label="Active" icon={<Heart aria-hidden="true" />} />
        <IconButton disabled label="Disabled" icon={<Heart aria-hidden="true" />} />
      </Example>
    </>
  )
}
