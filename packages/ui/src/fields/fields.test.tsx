import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { PasswordField } from './password-field.tsx'
import { SearchField } from './search-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

function Note() {
  const [text, setText] = useState('abc')
  return <TextArea label="Note" value={text} onChange={setText} counter={{ max: 5, from: 4 }} />
}

describe('TextField', () => {
  it('describes the field by its error', () => {
    render(<TextField label="Username" value="an" onChange={() => {}} error="Too short" />)
    const field = screen.getByRole('textbox', { name: 'Username' })
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Too short')
  })
})

function Name() {
  const [text, setText] = useState('')
  return <TextField label="Name" value={text} onChange={setText} maxLength={4} />
}

describe('a field with a limit', () => {
  it('takes as many emoji as letters, and cuts none in half', async () => {
    render(<Name />)
    const field = screen.getByLabelText('Name')
    await userEvent.click(field)
    await userEvent.paste('👍👍👍👍👍')
    expect(field).toHaveValue('👍👍👍👍')
    await userEvent.clear(field)
    await userEvent.paste('abc🇦🇹')
    expect(field).toHaveValue('abc')
  })
})

describe('PasswordField', () => {
  it('shows and hides the password', async () => {
    render(<PasswordField label="Password" value="secret" onChange={() => {}} />)
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field).toHaveAttribute('type', 'password')
  })
})

function Search() {
  const [text, setText] = useState('wren')
  return <SearchField label="Search people" clearLabel="Clear" value={text} onChange={setText} />
}

describe('SearchField', () => {
  it('is cleared by its button and by Escape, and keeps the focus', async () => {
    render(<Search />)
    const field = screen.getByLabelText('Search people')
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
    await userEvent.type(field, 'ash{Escape}')
    expect(field).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  })
})

describe('TextArea', () => {
  it('shows the counter only near the limit', async () => {
    render(<Note />)
    expect(screen.queryByText('3/5')).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Note'), 'd')
    expect(screen.getByText('4/5')).toBeInTheDocument()
  })

  it('counts an emoji as one character', async () => {
    render(<Note />)
    await userEvent.type(screen.getByLabelText('Note'), '👍👍')
    expect(screen.getByText('5/5')).toBeInTheDocument()
  })
})
