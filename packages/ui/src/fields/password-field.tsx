import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Password field with a show/hide button. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isVisible, setVisible] = useState(false)
  const eye = (
    <IconButton
      size="s"
      label={isVisible ? 'Hide password' : 'Show password'}
      aria-pressed={isVisible}
      icon={isVisible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      onClick={() => setVisible(!isVisible)}
    />
  )
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isVisible ? 'text' : 'password'}
      trailing={eye}
    />
  )
}
