"""Pictures and pages for people: pure functions from trees and snapshots to bytes."""
