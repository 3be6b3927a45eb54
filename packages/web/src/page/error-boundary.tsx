import { Component, type ReactNode } from 'react'

type FaultBoundaryProps = { fallback: (again: () => void) => ReactNode; children: ReactNode }

/**
 * Shows the fallback once something inside has failed, until the fallback says `again`. The one class of the front ends, and
 * loaded once for all of them: hot reload cannot keep the state of what is inside a class that has changed.
 */
export class ErrorBoundary extends Component<FaultBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}
