import { describe, expect, it } from '@jest/globals'
import { createPostWatches } from './post-watches.ts'

describe('post watches', () => {
  it('return the changes since the last call', () => {
    const watches = createPostWatches(50)
    watches.add(['a', 'b'])
    expect(watches.takeChanges()).toEqual({ watch: ['a', 'b'], unwatch: [], stalePostIds: [] })
    watches.add(['b', 'c'])
    expect(watches.takeChanges()).toEqual({ watch: ['c'], unwatch: [], stalePostIds: [] })
  })

  it('keep released posts while there is room', () => {
    const watches = createPostWatches(2)
    watches.add(['a', 'b'])
    watches.takeChanges()
    watches.release(['a', 'b'])
    expect(watches.takeChanges()).toEqual({ watch: [], unwatch: [], stalePostIds: [] })
    watches.add(['c'])
    expect(watches.takeChanges()).toEqual({ watch: ['c'], unwatch: ['a'], stalePostIds: [] })
  })

  it('evict released posts before watched ones', () => {
    const watches = createPostWatches(2)
    watches.add(['shown'])
    watches.add(['gone'])
    watches.release(['gone'])
    watches.add(['new'])
    expect(watches.list()).toEqual(['shown', 'new'])
  })

  it('never exceed the limit', () => {
    const watches = createPostWatches(2)
    watches.add(['a', 'b', 'c'])
    expect(watches.list()).toEqual(['b', 'c'])
  })

  it('name posts that may be stale because they were not watched for a while', () => {
    const watches = createPostWatches(1)
    watches.add(['a'])
    watches.takeChanges()
    watches.release(['a'])
    watches.add(['b'])
    watches.takeChanges()
    watches.add(['a'])
    expect(watches.takeChanges()).toEqual({ watch: ['a'], unwatch: ['b'], stalePostIds: ['a'] })
  })

  it('are sent completely after a reset', () => {
    const watches = createPostWatches(50)
    watches.add(['a', 'b'])
    watches.takeChanges()
    watches.reset()
    expect(watches.takeChanges().watch).toEqual(['a', 'b'])
  })
})
