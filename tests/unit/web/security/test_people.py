from pagestrata.web.security.people import EVERYBODY_HERE, Person, Role


def test_a_role_includes_those_before_it():
    editor = Person(name="e", role=Role.EDITOR, way="session")
    assert [editor.may(role) for role in Role] == [True, True, False]
    assert EVERYBODY_HERE.may(Role.ADMIN)
