import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { fallback: (retry: () => void) => ReactNode; children: ReactNode }

/**
 * Shows the fallback after an error inside, until the fallback calls `retry`. This is the only class component of the front
 * ends: hot reload loses the state below a class component when its module changes.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}
