"""Class rooms: a teacher opens one, students join with a code and play round robins or arenas."""
