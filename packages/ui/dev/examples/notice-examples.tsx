import { Alert, Button, EmptyState, Progress, Spinner } from '@meadow/ui'
import { Sprout } from 'lucide-react'
import { Example } from '../example.tsx'

export function NoticeExamples() {
  return (
    <>
      <Example name="Alert, danger">
        <Alert>That did not work. Please try again.</Alert>
      </Example>
      <Example name="Alert, info">
        <Alert tone="info">Your session has ended. Please sign in again.</Alert>
      </Example>
      <Example name="Alert, success">
        <Alert tone="success">Your picture is there.</Alert>
      </Example>
      <Example name="Empty">
        <EmptyState title="Nothing here yet" action={<Button variant="soft">Write something</Button>}>
          What you write shows up here.
        </EmptyState>
      </Example>
      <Example name="Empty, with a drawing of its own">
        <EmptyState illustration={<Sprout size={56} aria-hidden="true" />} title="Nobody here yet" />
      </Example>
      <Example name="Progress">
        <Progress label="Sending the picture" value={0.4} />
      </Example>
      <Example name="Spinner">
        <Spinner label="Loading..." />
      </Example>
    </>
  )
}
