import { Button, Card, Empty } from '@meadow/ui'
import { Component, type ReactNode } from 'react'
import { t } from './texts.ts'

/** Keeps a fault in here away from the rest of the page. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const again = (
      <Button variant="soft" onClick={() => this.setState({ failed: false })}>
        {t('tryAgain')}
      </Button>
    )
    return (
      <main role="alert">
        <Card as="div">
          <Empty title={t('broken.title')} action={again}>
            {t('broken.text')}
          </Empty>
        </Card>
      </main>
    )
  }
}
