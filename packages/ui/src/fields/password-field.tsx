import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const eye = (
    <IconButton
      size="s"
      label={shown ? 'Hide password' : 'Show password'}
      aria-pressed={shown}
      icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <TextField spellCheck={false} autoCapitalize="none" {...props} type={shown ? 'text' : 'password'} trailing={eye} />
  )
}
