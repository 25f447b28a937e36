// Shows a message in browsers that cannot run Millwatch. Old browsers run this file too, so it must stay in the
// JavaScript of 2009 (src/app/support.test.ts).
;(function () {
  var missing = []

  function need(name, check) {
    var has = false
    try {
      has = Boolean(check())
    } catch (error) {
      has = false
    }
    if (!has) missing.push(name)
  }

  need('modules', function () {
    return 'noModule' in document.createElement('script')
  })
  need('fetch', function () {
    return window.fetch && window.AbortController
  })
  need('Map.groupBy', function () {
    return Map.groupBy && [].toSorted
  })
  need('Intl.Segmenter', function () {
    return Intl.Segmenter
  })
  need('container queries', function () {
    return CSS.supports('container-type', 'inline-size') && CSS.supports('selector(:has(a))')
  })

  need('colours of both themes', function () {
    return CSS.supports('color', 'light-dark(#fff, #000)')
  })

  if (missing.length === 0) return
  // main.tsx then starts nothing, if the browser reads it at all.
  document.documentElement.setAttribute('data-unsupported', missing.join(', '))

  function line(name, className, words) {
    var element = document.createElement(name)
    element.className = className
    element.appendChild(document.createTextNode(words))
    return element
  }

  function show() {
    var notice = document.createElement('div')
    notice.className = 'unsupported'
    notice.setAttribute('role', 'alert')
    notice.appendChild(line('h1', 'title-large', 'This browser is not supported'))
    notice.appendChild(line('p', 'muted below', 'Millwatch needs a current version of Chrome, Edge, Firefox or Safari.'))
    notice.appendChild(line('p', 'muted below', 'Nothing is lost: machines are heard whether or not anyone looks.'))
    notice.appendChild(line('p', 'muted below', 'What this browser lacks: ' + missing.join(', ') + '.'))
    document.body.appendChild(notice)
  }

  if (document.addEventListener) document.addEventListener('DOMContentLoaded', show)
  else window.attachEvent('onload', show)
})()
