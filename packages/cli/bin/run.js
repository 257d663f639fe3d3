#!/usr/bin/env node
// ES5 only: an old Node must be able to parse this file in order to say which Node is needed.
'use strict'

var engines = require('../package.json').engines.node

/** True when `version` (`v20.19.1`) is at least the floor of a range such as `>=20.19`. */
function isAtLeast(version, range) {
  var found = version.replace(/^v/, '').split('.')
  var wanted = range.replace(/^>=/, '').split('.')
  for (var i = 0; i < wanted.length; i++) {
    var difference = parseInt(found[i] || '0', 10) - parseInt(wanted[i], 10)
    if (difference !== 0) return difference > 0
  }
  return true
}

if (isAtLeast(process.version, engines)) {
  require('./launch.js')
} else {
  console.error(
    'error: pnk needs Node ' + engines.replace('>=', '') + ' or newer; this is Node ' + process.version,
  )
  console.error('install a current Node from https://nodejs.org, then run the same command again')
  process.exit(1)
}
