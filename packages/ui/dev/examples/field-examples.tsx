import { Checkbox, PasswordField, TextArea, TextField } from '@meadow/ui'
import { useState } from 'react'
import { Example } from '../example.tsx'

export function FieldExamples() {
  const [name, setName] = useState('Wren Ashby')
  const [password, setPassword] = useState('Larkspur-in-June-7')
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <Example name="TextField: empty, with a hint">
        <TextField label="Username" hint="Letters, digits and dots" placeholder="wren.ashby" value="" onChange={noop} />
      </Example>
      <Example name="TextField: filled">
        <TextField label="Full name" value={name} onChange={setName} />
      </Example>
      <Example name="TextField: wrong">
        <TextField label="Email" error="Email is invalid" value="wren@" onChange={noop} />
      </Example>
      <Example name="TextField: disabled">
        <TextField label="Handle" disabled value="wren.ashby" onChange={noop} />
      </Example>
      <Example name="PasswordField">
        <PasswordField label="Password" autoComplete="off" value={password} onChange={setPassword} />
      </Example>
      <Example name="Checkbox: off, on, wrong">
        <Checkbox label="Remember me" checked={agreed} onChange={setAgreed} />
        <Checkbox label="Chosen" checked onChange={noop} />
        <Checkbox label="I agree" error="Please agree" checked={false} onChange={noop} />
      </Example>
      <TextAreaExamples />
    </>
  )
}

function TextAreaExamples() {
  const [text, setText] = useState('Took the long way home.')
  return (
    <>
      <Example name="TextArea: box with a counter">
        <TextArea label="About you" value={text} onChange={setText} counter={{ max: 160, from: 0 }} />
      </Example>
      <Example name="TextArea: too long">
        <TextArea
          label="Motto"
          value="Too long"
          error="8 of 5 characters"
          onChange={noop}
          counter={{ max: 5, from: 0 }}
        />
      </Example>
      <Example name="TextArea: pill">
        <TextArea label="Comment" hideLabel variant="pill" placeholder="Write a comment" value="" onChange={noop} />
      </Example>
      <Example name="TextArea: bare">
        <TextArea label="Post" hideLabel variant="bare" placeholder="What is new?" value="" onChange={noop} />
      </Example>
    </>
  )
}

const noop = () => undefined
