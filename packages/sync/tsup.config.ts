import { defineConfig } from 'tsup'
import { libraryBuild } from '../../tsup.base.js'

// Split, so that what a run with something to do needs (SQLite, YAML, TOML) is not loaded to see that nothing changed.
export default defineConfig(libraryBuild([], { splitting: true }))
