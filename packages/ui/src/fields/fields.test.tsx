import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { PasswordField } from './password-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

function Note() {
  const [text, setText] = useState('abc')
  return <TextArea label="Note" value={text} onChange={setText} counter={{ max: 5, from: 4 }} />
}

describe('TextField', () => {
  it('ties its error to the field', () => {
    render(<TextField label="Username" value="an" onChange={() => {}} error="Too short" />)
    const field = screen.getByRole('textbox', { name: 'Username' })
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Too short')
  })
})

describe('PasswordField', () => {
  it('shows and hides what was typed', async () => {
    render(<PasswordField label="Password" value="secret" onChange={() => {}} />)
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field).toHaveAttribute('type', 'password')
  })
})

describe('TextArea', () => {
  it('counts only when the end is near', async () => {
    render(<Note />)
    expect(screen.queryByText('3/5')).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Note'), 'd')
    expect(screen.getByText('4/5')).toBeInTheDocument()
  })
})
