const SAMPLE_RATE = 16_000
const NOTE_SECONDS = 0.4
/** The last note rings longer. */
const REST_SECONDS = 1.2
/** The partials of a small bell: their frequencies relative to the note, and their shares of its amplitude. */
const PARTIALS = [
  [1, 0.6],
  [2.76, 0.25],
  [5.4, 0.1],
] as const
/** The amplitude of a note falls to a third in this time. */
const DECAY_SECONDS = 0.45
const HEADER_BYTES = 44
const SEMITONES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** Creates a recording in which bells play these notes, such as `G4` or `F#5`: a WAV file with one channel of 16 bits. */
export function createTune(notes: readonly string[]): { file: Uint8Array<ArrayBuffer>; seconds: number } {
  const seconds = notes.length * NOTE_SECONDS + REST_SECONDS
  const samples = new Float64Array(Math.round(seconds * SAMPLE_RATE))
  for (const [index, note] of notes.entries()) addNote(samples, index * NOTE_SECONDS * SAMPLE_RATE, toFrequency(note))
  return { file: toWav(samples), seconds }
}

/** Returns the frequency of a note in equal temperament, in hertz: A4 has 440. */
function toFrequency(note: string): number {
  const semitone = (SEMITONES[note.charAt(0)] ?? 0) + (note.includes('#') ? 1 : 0) + 12 * Number(note.at(-1))
  return 440 * 2 ** ((semitone - A4_SEMITONE) / 12)
}

const A4_SEMITONE = 9 + 12 * 4

function addNote(samples: Float64Array, start: number, frequency: number): void {
  for (let index = Math.round(start); index < samples.length; index += 1) {
    const time = (index - start) / SAMPLE_RATE
    let value = 0
    for (const [ratio, amplitude] of PARTIALS) value += amplitude * Math.sin(2 * Math.PI * frequency * ratio * time)
    samples[index] = (samples[index] ?? 0) + value * Math.exp(-time / DECAY_SECONDS)
  }
}

/** Writes samples as WAV, as loud as possible. Source: Multimedia Programming Interface and Data Specifications 1.0, 1991. */
function toWav(samples: Float64Array): Uint8Array<ArrayBuffer> {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const file = Buffer.from(new ArrayBuffer(HEADER_BYTES + samples.length * 2))
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16) // the size of the format
  file.writeUInt16LE(1, 20) // samples as integers
  file.writeUInt16LE(1, 22) // one channel
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28) // bytes a second
  file.writeUInt16LE(2, 32) // bytes a sample
  file.writeUInt16LE(16, 34) // bits a sample
  file.write('data', 36)
  file.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries())
    file.writeInt16LE(Math.round((sample / loudest) * 32_767), HEADER_BYTES + index * 2)
  return file
}
