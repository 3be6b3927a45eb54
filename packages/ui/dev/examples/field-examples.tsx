import { IconButton, PasswordField, SearchField, TextArea, TextField } from '@meadow/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Example } from '../example.tsx'

export function FieldExamples() {
  const [name, setName] = useState('Wren Ashby')
  const [handle, setHandle] = useState('')
  const [email, setEmail] = useState('wren@')
  const [password, setPassword] = useState('Larkspur-in-June-7')
  const [query, setQuery] = useState('')
  const clear = <IconButton size="s" label="Clear" icon={<X aria-hidden="true" />} onClick={() => setName('')} />
  return (
    <>
      <Example name="TextField: empty, with a hint">
        <TextField
          label="Username"
          hint="Letters, digits and dots"
          placeholder="wren.ashby"
          value={handle}
          onChange={setHandle}
        />
      </Example>
      <Example name="TextField: filled">
        <TextField label="Full name" value={name} onChange={setName} />
      </Example>
      <Example name="TextField: wrong">
        <TextField label="Email" error="Email is invalid" value={email} onChange={setEmail} />
      </Example>
      <Example name="TextField: disabled">
        <TextField label="Handle" disabled value="wren.ashby" onChange={setHandle} />
      </Example>
      <Example name="TextField: with something behind it">
        <TextField label="Search" value={name} onChange={setName} trailing={clear} />
      </Example>
      <Example name="PasswordField">
        <PasswordField label="Password" autoComplete="off" value={password} onChange={setPassword} />
      </Example>
      <Example name="SearchField: outlined">
        <SearchField label="Search by name" clearLabel="Clear" value={query} onChange={setQuery} />
      </Example>
      <Example name="SearchField: soft">
        <SearchField variant="soft" label="Search rows" clearLabel="Clear" value={query} onChange={setQuery} />
      </Example>
      <TextAreaExamples />
    </>
  )
}

function TextAreaExamples() {
  const [text, setText] = useState('Took the long way home.')
  const [motto, setMotto] = useState('Too long')
  const [thought, setThought] = useState('')
  return (
    <>
      <Example name="TextArea: box with a counter">
        <TextArea label="About you" value={text} onChange={setText} counter={{ max: 160, from: 0 }} />
      </Example>
      <Example name="TextArea: too long">
        <TextArea
          label="Motto"
          value={motto}
          error="8 of 5 characters"
          onChange={setMotto}
          counter={{ max: 5, from: 0 }}
        />
      </Example>
      <Example name="TextArea: disabled">
        <TextArea label="Notes" disabled value={text} onChange={setText} />
      </Example>
      <Example name="TextArea: pill">
        <TextArea
          label="Comment"
          hideLabel
          variant="pill"
          placeholder="Write a comment"
          value={thought}
          onChange={setThought}
        />
      </Example>
      <Example name="TextArea: bare">
        <TextArea
          label="Post"
          hideLabel
          variant="bare"
          placeholder="What is new?"
          value={thought}
          onChange={setThought}
        />
      </Example>
    </>
  )
}
